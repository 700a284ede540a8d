"""The organiser's document: an event's dungeons, their pieces, their verdicts and its rules, as PDF or Markdown."""
