<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AlignTool</name>
    <message>
        <source>These two points are one: click two that lie apart.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AnalysisDock</name>
    <message>
        <source>Among the named</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compared with the named dungeons of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figures of this dungeon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing over the map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over the map: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is laid over the map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is laid over the map; a click on a figure chooses its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Working out…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Badges</name>
    <message>
        <source>%1 cannot be asked: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2; errors %3, warnings %4. A click makes it the dungeon&apos;s ruleset.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Legal in %1 of %2 editions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>legal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>legal, with advice not followed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not legal</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>BallTool</name>
    <message>
        <source>%1 long, %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChangesOnDisk</name>
    <message>
        <source> Your changes since the last save would be lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is no longer there. Save writes it anew.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was changed by another program. Read it again?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed on disk</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ContextMenu</name>
    <message>
        <source>&amp;Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Locked for proposals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the door</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste &amp;here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pr&amp;operties</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;wap the tile for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shut the door</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Swap a tile</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message>
        <source>1  Drag a chest, and watch the problems below and the verdicts of %1 editions in the corner.
2  Draw with the tools above and the pieces on the left; a right click says what can be done with a thing, Ctrl+Z takes anything back.
3  File ▸ New begins your own, and Ctrl+Shift+P finds whatever you look for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A ruleset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By lot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deal boards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Design Dungeonbowl dungeons, check them clause by clause, print them true to scale.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Manual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Onto which Set-Up?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rulesets (*.toml)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set-Up %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The manual did not come with this copy of the program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This ruleset cannot be used.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DungeonPage</name>
    <message>
        <source>%1: colour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: emblem</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n thing(s) of %1 would go.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Author</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Balls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fewer sides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sections are walled off from each other except at doors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiver</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Walls between sections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>withdraw</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EdgeTool</name>
    <message>
        <source>take away</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Editing</name>
    <message>
        <source>%1 does not play here: Properties say how many sides do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n thing(s) beyond the axis would give way to the first half of the map.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>A link that holds this dungeon is copied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A picture of the map is copied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A picture of the selection is copied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make room</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make symmetric</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading what is on the clipboard…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The dungeon is symmetric already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no piece of a dungeon on the clipboard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is on the clipboard is no dungeon: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EditionCard</name>
    <message>
        <source>Balls: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chests: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Doors: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End zones, side by side: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entries, side by side: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Floor squares: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pit counters: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Portals: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the edition asks a number of</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source> dots an inch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> mm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2 mm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2 pixels, </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Orientation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Square</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Depth of the printer&apos;s bed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Map fo&amp;r</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number what the ruleset finds, as on the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One page of %1; a square is %2 mm wide. For a map true to scale choose File ▸ Print.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Printer&apos;s &amp;bed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reso&amp;lution</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whichever shows the map larger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width of the printer&apos;s bed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FileActions</name>
    <message>
        <source>%1 is there already. Write over it?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was changed by another program since you opened it. Write over it?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed on disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dungeon Designer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dungeons (*.dungeon.yaml *.dungeon.json *.yaml *.yml *.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layout files (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a dungeon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other programs&apos; files (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read again from disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the changes?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the dungeon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save “%1” before it closes? What is not saved is lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sketches (*.yaml *.yml)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The editor could not read this, and began without it:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file could not be written, and your work could not be kept in the recovery file either: save it elsewhere before you close this window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file could not be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file could not be written. Your work is kept in the recovery file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This dungeon cannot be shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This dungeon was never saved: there is no file to read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file cannot be opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your changes since the last save would be lost. Read %1 again?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a dungeon without a name</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FillTool</name>
    <message>
        <source>Fill with: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Finder</name>
    <message>
        <source>Actions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find an action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What would you like to do?</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Guard</name>
    <message>
        <source>All your work is saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An unexpected fault</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something went wrong in the program: %1.

%2 You may go on; if it happens again, save under another name and report it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The details are in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your work could not be kept in the recovery file: save it under another name now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your work is kept in the recovery file.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HouseRulesDialog</name>
    <message>
        <source>Edition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>House rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On top of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Questions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rulesets (*.toml)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The open dungeon is legal under these rules.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The open dungeon is not legal under these rules:
%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as the book</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the book: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LabelTool</name>
    <message>
        <source>Label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a label</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LayerVisibility</name>
    <message numerus="yes">
        <source>%n kind(s) hidden: show all</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Hidden on the screen alone: exports, prints and the file have everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide nothing on the map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seen on the map; what is not seen cannot be picked there. The file and exports have everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sho&amp;w on the map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show &amp;all</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LiveChecking</name>
    <message>
        <source>Choose the ruleset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waive %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>(none yet)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Analysis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dungeon Designer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edition card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Erase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Panels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Properties</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Propose</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rule book</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings hold a damaged arrangement of the window: it is not used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MapWidget</name>
    <message>
        <source>Drawing the map…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The map</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MeasureTool</name>
    <message>
        <source>%2, to %3 squares: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2, up to %3 more: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n square(s) apart</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) at best (%1)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) on foot</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Movement %1 from %2 (+ and −)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passes from %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>farther than a %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in sight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no way on foot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not before the next turn (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on foot: %1 squares</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>out of sight: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>portals %1 → %2: %3 to it, %4 from it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>through a portal, if the die is kind: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MiniMap</name>
    <message>
        <source>The whole dungeon: click to look there</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NewDialog</name>
    <message>
        <source>&amp;Propose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A new dungeon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An empty table for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An empty table under %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin with one of a page of dungeons that are generated while you look</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Examples: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Templates and examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The edition is for %1: more or fewer are for house rules.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ObjectPage</name>
    <message>
        <source>A label without words would not be seen: delete it instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Face</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rolls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Track</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Walls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as the dungeon has it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>downwards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>upside down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>upwards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>walls all round</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OpenDungeons</name>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open dungeons</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OutputDialog</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Making %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next page (Page Down)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The page before (Page Up)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program is at fault: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dungeon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the part of the program that makes pages ended; is there memory enough for them?</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PageView</name>
    <message>
        <source>Page preview</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PaintTool</name>
    <message>
        <source>a tile keeps its shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>new room</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PaletteDock</name>
    <message>
        <source>Pieces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the pieces</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PlaytestDialog</name>
    <message>
        <source>&amp;Mend…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agile beats bashing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a team at least.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compiling the games, once…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decided within minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find the moves that make the dungeon fair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Games</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Games that stand out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Home side wins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Home wins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Map over the dungeon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing over the map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over the map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Playtest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Teams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Teams against each other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first wins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turns to the first touchdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two coaches who think alike play many matches on the dungeon as it is now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unfinished after 32 turns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watch…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where players walked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where they fell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where they fought</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who goes first wins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no browser opens here; the page of the game is %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PrintDialog</name>
    <message>
        <source> mm</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n page(s) of %1 × %2 mm</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sheet(s) of %1, %2</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Bleed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Mat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Orientation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Square</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;What</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, and an overview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, printed on both sides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A dungeon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any length: 29 mm, 2.9 cm, 1 in. Bases of 25 mm stand well on 29 mm, those of 32 mm on 34 mm.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Custom…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything so many times over, for an event with so many tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Height of the paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far each sheet goes on beyond its joints, to be glued over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far the map goes on beyond where the mat is cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Map fo&amp;r</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No printer is within reach: the pages open in your PDF viewer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>O&amp;verlap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open to print</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opened to print: choose “actual size” or 100 %, not “fit to page”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PDF pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Print</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Print at 100 %, not fitted to the page; the ruler at the foot then measures 100 mm.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Print…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ro&amp;ll</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;ize</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save PDF…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Setting %n page(s)…</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>T&amp;ables</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The %n tile(s) it is laid with, to cut out</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The crop marks say where the mat is cut; print shops find the trim and the bleed in the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The map as a one-piece mat, for a print shop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The map, on one page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The map, true to scale over sheets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The page is as wide, and as long as needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pieces it is played with, to cut out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width of the paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>landscape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no program opens PDF files here; save the PDF and print it elsewhere, at 100 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>overview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>portrait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the printer %1 took nothing: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProblemsDock</name>
    <message numerus="yes">
        <source>%n ball(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chest(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n notice(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pit counter(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n portal(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waived</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter by rule or words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fix all %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Legal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend this problem, as one step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not legal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is judged: the dungeon&apos;s ruleset cannot be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place the chests, portals, balls and counters that are missing; what lies there stays</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set the rule aside here, with a reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rule book is being asked…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rule&apos;s page: what the book asks, and why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waived</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waive…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is the matter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which problems are listed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured %1, required %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing to mend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waived: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PropertiesDock</name>
    <message numerus="yes">
        <source>%n thing(s) selected</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The dungeon</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProposalsDock</name>
    <message>
        <source>%1 tried, %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Propose</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Complete: place what is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many sides play</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lock selected rooms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locked rooms stay as they are in every proposal, with all that lies in them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend: make it fair in play</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New dungeons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Point at an answer to see it on the map; a click takes it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Proposal: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Proposals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refused most for: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sides: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Symmetry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search broke off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no floor yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Things as far apart as can be</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Things as in the named dungeons</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Unlock %n room(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Unlock all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vary this dungeon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is proposed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where things lie</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wishes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QuickFixes</name>
    <message numerus="yes">
        <source> (%n of them on one side of the axis only)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n door(s) hung</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n mend(s) made</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n thing(s) placed.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Doors between all tiles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fix all: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for places…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend what is safe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No door hung</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not done: it would break %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not done: it would mend nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing mended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was placed: the dungeon has changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only here: across the axis it would do harm.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Place %n thing(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The search broke off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>left out, for they would break %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>left: what mends them would do harm elsewhere, or is not known</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RecoveryDialog</name>
    <message>
        <source>&amp;Discard…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Recover</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard what is ticked? It cannot be brought back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program ended before this was saved. What you do not recover now is offered again later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unsaved work was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a dungeon without a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>never saved</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Resize</name>
    <message numerus="yes">
        <source>%n thing(s) went with the floor (ground, doors, walls)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>No farther: %1 is in the way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in the way: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RollOff</name>
    <message>
        <source>A tie: %1 roll once more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Die of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In this order: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Roll</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RoomTool</name>
    <message>
        <source>Drag a rectangle. Floor that is there already stays as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag a rectangle. The first belongs to home, the next to away; drawn floor is taken over.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw a %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The grid begins at 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>floor already</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RuleBookDock</name>
    <message>
        <source>Choose a rule, or press *Explain* beside a problem.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a rule…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the rule says</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SelectTool</name>
    <message>
        <source>Move</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nudge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resize</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>drag to resize</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SetUpDialog</name>
    <message>
        <source>%1 begins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A stock file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A stock file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Doors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In this edition the organiser draws the map and the coaches place nothing. You may all the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pit counters, face down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Portals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set up together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stock files (*.toml)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Supply of tiles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The coaches place in turns, in the order of the book</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tiles and end zones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tiles and end zones: our option</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is ticked is taken off the table first; undo brings it back. The rest stays.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SetUpMode</name>
    <message>
        <source>%1 has left: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End setting up? What was placed stays on the table.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set up together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Setting up is paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The floor is done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tile to lay</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SetUpTool</name>
    <message>
        <source>%1 places a %2 (%3 to go)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose in secret: key 1 nothing (%1 left), 2 pit (%2), 3 spiked pit (%3).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a lit square; no other accepts. Ctrl+Z takes the last one back, by agreement.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No square is left for it. Ctrl+Z takes the last one back, or skip it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>R turns it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set up together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set up: clear the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set up: write the notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The counter is chosen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This leaves no square for what is next. Click again to place it here all the same.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Actions and keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the map; this key cannot be changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the actions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SquareDoorTool</name>
    <message>
        <source>There is no floor here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open or shut</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StartDialog</name>
    <message>
        <source>&amp;Continue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Empty table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;New…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue with %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dungeon Designer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on with a recent dungeon, or begin another.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent dungeons</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SymmetryMenu</name>
    <message>
        <source>Half turn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left – right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No symmetry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quarter turns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Symmetry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top – bottom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whatever you draw is repeated, about the middle of the floor</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TerrainTool</name>
    <message>
        <source>there is no floor here</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TileTool</name>
    <message>
        <source>The tile would overlap another. R turns it; Erase lifts a tile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tile: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>joins %1 wide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>would overlap</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TilesDock</name>
    <message>
        <source>%1 of %2 left over</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n beyond the box</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n placed</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>One face of %1 × %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the tiles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tile set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ToolBar</name>
    <message>
        <source>%1 (cannot be used)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ruleset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Symmetry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Symmetry: whatever you draw is repeated across the axis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The ruleset this dungeon is drawn for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tools</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TraceTool</name>
    <message>
        <source>drag to scale</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Tracing</name>
    <message>
        <source> squares</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Align</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click two points on the picture that are so many squares apart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How strong the picture is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its path and place are kept in the editor&apos;s own settings, never in the dungeon&apos;s file; save that first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the picture by dragging it, scale it by its corners</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture to trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.jpeg)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remember</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Squares between the two points</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TreasureTool</name>
    <message>
        <source>Chest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a square. Lit squares keep the rules; any other says which it breaks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a square: the portal takes the next free number. Lit squares keep the rules.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place a chest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place a portal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Portal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no floor here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TurningRoomTool</name>
    <message>
        <source>There is no room here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WaiveDialog</name>
    <message>
        <source>Only here: on the squares of this problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waive a problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>club night, 90 minutes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Workspace</name>
    <message>
        <source>Only here: across the axis it would break %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>actions</name>
    <message>
        <source>&amp;About</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Add a ruleset of your own…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Doors between all tiles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Duplicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Find an action…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Flip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;House rules…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Keyboard to the map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Mend what is safe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;New…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Next problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Playtest…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Print…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Set up together…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Shortcuts…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A .toml file: it gets a badge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A dark window, whatever the system has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A finished dungeon and three sentences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A map to show, or a board for programs, with a preview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A picture of the selection, or of the whole map, for other programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An address that holds the whole dungeon; paste it here or name it in a command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer the usual questions: a commented ruleset file, judged at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin a dungeon from an edition&apos;s template or an example</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin with one of a page of dungeons that are generated while you look</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin with the boards of 1989, shuffled onto one of the Set-Ups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Carry out every fix that nobody could mind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the dungeon in front; what is not saved is asked about</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Coaches place chests, portals and counters in turns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy &amp;link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy p&amp;icture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>De&amp;lete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deal &amp;boards…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every action by its words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fi&amp;rst steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the next problem of the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hang a door wherever two tiles or rooms join and none is, unless that breaks a rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How everything is done, page by page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lay a photo or scan beneath the grid; it is no part of the dungeon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make room left and a&amp;bove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make s&amp;ymmetric</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark p&amp;roblems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mirror the selection, or the tile in hand, left to right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the whole map by four squares</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ne&amp;xt dungeon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number the problems on the map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a sketch or a layout file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open what the file holds now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture to &amp;trace…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play many matches on it: who wins, how long it takes, where players fall</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pre&amp;vious dungeon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Propose a &amp;dungeon…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the axis in the &amp;middle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put what was copied down at the pointer; the text of a dungeon is opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read again &amp;from disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeat the first half of the map over the rest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Section &amp;names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See and change the keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole dungeon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The axis goes through the middle of the floor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The map takes the keys and shows its cursor; once more, the keys go on to the docks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The map true to scale, its pieces or its tiles, page by page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn a &amp;quarter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn the selection, or the tile in hand, clockwise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which version this is, and its licence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write another file: .yaml is a sketch, .json a layout file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write each section&apos;s name on the map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the file, in one step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom to &amp;fit</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>choices</name>
    <message>
        <source>A panel with name, edition, author, notes, compass and a bar of squares, on a page it fills</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As large as the paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cartouche</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Coaches: secrets stay hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Contrast: for grey printers and colour-blind eyes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Coordinates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each section&apos;s name on its floor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ink: lines, little toner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Just as large as the map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Landscape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Legend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On a roll</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parchment: a map to hang up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Portrait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Secrets are what lies under trapdoors and in pit counters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Section names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slate: dark, for screens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The dungeon&apos;s name, its author and edition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lines between squares</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The numbers along the edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The organiser: secrets are shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The signs explained, and how many there are of each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whatever needs the fewest sheets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>entry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>go for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>long bomb</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>long pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>quick pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rush</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>short pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shut door</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sprint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wall</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>exports</name>
    <message>
        <source>Board for programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drawing of any size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page to print or mail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Solid for 3D printers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Solids for 3D printers, room by room</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tabletop Simulator object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tiled map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tiled map as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Universal VTT, for virtual tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Web page with notes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>facts</name>
    <message>
        <source>Change %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>author</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>balls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>door</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>face</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>track</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waivers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>walls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what lies below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>words</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>families</name>
    <message>
        <source>machinery</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>making</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>placing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>play</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shape</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>figures</name>
    <message>
        <source>Balance of chests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Balance of floor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Balance of searching</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Contested chests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Control</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dead ends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Difference to all chests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Floor as near to two</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Floor nearer to a side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Floor safe for a side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Floor searched to find another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free neighbours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Halls and furniture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How equal the sides are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far each side walks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest difference to a chest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest sight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open floor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pockets behind chests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Risk of that</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Risk of that, each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Safe chests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Squares</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Squares it takes to part them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Squares one walks on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Squares seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Squares that part the sides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To a chest, movement 4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To a chest, movement 6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To a chest, movement 8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To a portal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To a portal, movement 4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To a portal, movement 6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To a portal, movement 8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To all chests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To all chests, by portal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To another zone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To another zone, by portal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To another zone, movement 4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To another zone, movement 6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To another zone, movement 8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the nearest chest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Traps on a way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turns and mirrors that swap sides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Walks over the busiest square</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ways at most two wide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ways round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ways that pay by portal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weak points</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What kind it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>finder</name>
    <message>
        <source>arrow pick drag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bucket flood</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>check fix repair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>check legal error verdict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>delete remove rubber</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fair balance simulate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>generate random</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>image picture png svg pdf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>key keyboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mirror</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paper pdf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>photo scan background image</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>place put draw lay add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text write name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tool palette</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>generator</name>
    <message>
        <source>a chasm in so many places</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a long way from side to side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a room that only portals lead into: no large monster gets there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a short way from side to side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>acid in so many places</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>few ways round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fountains in so many places</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>idols in so many places</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lava in so many places</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>many ways round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>middling long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mixed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mostly on foot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>narrow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>narrow ways</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open floor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>portals matter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rather narrow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rather open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>short</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>statues in so many places</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>very long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>very short</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>water in so many places</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>hiding</name>
    <message>
        <source>&amp;Chests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Doors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Ground</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Leap edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Obstacles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Portals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Traps and counters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Words</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>keys</name>
    <message>
        <source>Alt+Arrows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Arrows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag with the tool in hand: Enter ends it, Esc takes it back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter, Space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Esc</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the cursor on the map; what is selected is nudged instead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the cursor, whatever is selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Point at a border of the square, for doors and walls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rub out one thing at the cursor, as a right click does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select the next thing on the map, or the one before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift+Arrows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space and mouse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tab, Shift+Tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take back a drag; else select nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the tool in hand at the cursor, as a click does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What can be done with the selection, or at the cursor</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>kinds</name>
    <message>
        <source>acid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>board</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bridge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chasm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>circle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cliff</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>corridor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>counter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cross</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>crypt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>diamond</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dragon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>east</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>end zone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>entry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fifth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fountain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fourth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>home</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>huge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>idol</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>junction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>large room</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lava</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>medium</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>north</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open pit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>platform</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>room</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rope bridge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sixth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>small</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>small room</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>south</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>spike pit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>spiked pit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>square</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>star</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>statue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>third</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>throne</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>trapdoor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>triangle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>water</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>west</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>layout_edits</name>
    <message>
        <source>%1 and %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Across the axis lie %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Across the axis lie %1; %2 lies on it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quarter turns carry four sides onto each other, not %1: for their end zones mirror or turn by half.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a tile keeps its kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>across the axis that would leave the grid: coordinates begin at 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>across the axis the tile would lie on itself: put it on the middle or aside of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing encloses this rock: draw a room instead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>something hidden lies on this floor: show it first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>that would leave the grid: coordinates begin at 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there are 99 portals already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no floor here to fill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>things lie on this tile or at its rim: rub them out first, or lift it all with Erase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is filled with that already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is of that kind already</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>output</name>
    <message>
        <source>%1 × %2 × %3 mm</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n solid(s), none larger than %1.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>One solid of %1. The format “room by room” is cut to a printer&apos;s bed.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pieces</name>
    <message>
        <source>Acid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bridge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chasm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cliff</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Corridor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counter of %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Crypt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Door</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Doors and edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dragon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw a room</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End zone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Erase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fountain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ground</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idol</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Junction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Large room</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lava</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leap edge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Obstacles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paint floor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Platform</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Portal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rolling ball</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Room</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rooms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rope bridge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select and move</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Small room</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spike pit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spiked pit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Square door</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Statue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throne</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trapdoor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trapdoor 2 × 2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Traps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turning room</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wall</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Water</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>placing</name>
    <message>
        <source>a door needs walls on two opposite sides: %1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a door stands here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>across the axis: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another place is farther from the other end zones: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>enough chests lie in this section</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>enough portals lie in this end zone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>enough portals lie in this section</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>floor lies there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it must join the floor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it would join another tile too narrowly: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no chest may lie in this section</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no more may lie in this dungeon: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no portal may lie in this section</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nobody can stand here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none is left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>something lies here already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the first tile lies in the middle of the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the floor would be too large with it and the end zones: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no floor here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this coach&apos;s counters may not lie here: %1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is an entry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is the opponent&apos;s End Zone: %1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too near a chest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too near an end zone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too near another chest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too near another portal</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>proposals</name>
    <message>
        <source>As it is, home wins %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both sides have the same dungeon: there is nothing to mend.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is fair as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No move was found that makes it fairer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reason: %1, home wins %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>home wins %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>matches are being played</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no matches were played on it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>refused: one side wins more often</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>set-up</name>
    <message>
        <source>%1 placed a %2 on %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set up together: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>door</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>everything is placed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pit counter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>portal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>team end zone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the %1 may not lie on %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the rules still ask for tiles: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tile</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>tips</name>
    <message>
        <source>A bridge that wants a steady foot (gw-2021, eagbbl).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A drop without a bottom.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A liquid: nobody stands there, and who is pushed in is out of the game (naf-2019, Liquids).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A pit counter lies face down; who steps on it turns it over (gw-1989, Pit Traps).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A pit that injures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rim from which a player who can leap may cross a hazard (brawl-2013).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A room such as gw-2021&apos;s eight small ones; at least three of them belong in its dungeons.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A room such as gw-2021&apos;s four large ones, of which its dungeons have at least one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A square of bridge over a hazard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A stone ball that rolls along a straight track (brawl-2013, Temple of Doom).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A way between rooms; most books want it two squares wide.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An edge one can be pushed over (eagbbl).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An obstacle; nobody stands there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counts squares and steps, shows how far a player gets, what he sees and where he can throw.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag out a rectangle of floor; what edition counts it as is said in Properties.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fills a square between two walls, and is shut at first (gw-1989).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fills what walls and borders enclose with the room, ground or obstacle taken last.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Floor across something deadly, with standing room at both ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Floor in the midst of a hazard, reached by bridge, leap or portal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Four squares that open together (brawl-2013).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes a drawn room larger, square by square.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One holds the ball, the others blow up. Most books keep chests apart and away from the end zones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens under a player; what lies below is said in Properties (brawl-2013).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picks things up, moves, copies and turns them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rubs out floor with all that lies on it; a tile goes whole.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sections that turn together about their middle (brawl-2013, Hogwurts).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stakes from wall to wall: one jumps across or goes round (gw-2022-colleges).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stands on the border between two squares; nobody steps, sees or throws through it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stands on the border of two sections; gw-2021 and eagbbl have doors two squares wide.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stone in the way: nobody stands there, and a pass over it may hit it (naf-2019).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The Chaotic Idol of gw-2021: a wall to feet and eyes; who starts in its room may grow stronger.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tombs of gw-2021&apos;s Crypt: in the way, but one throws across them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The young dragon of gw-2021: four squares in the way, but one throws across them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two squares by which a team comes in, and where the other scores (brawl-2013, db7s-2019).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where a team sets up, and where the other scores. The editions differ in its size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where ways meet; some books say how wide the places must be where sections touch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whoever falls in lies there until he climbs out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whoever steps on it comes out of another by the roll of a die; portals take the next free number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words on the map, for whoever plays on it; no rule reads them.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>tools</name>
    <message>
        <source>1: drag from square to square. 2, or Shift-click: a player&apos;s reach; + and − change his movement. 3, or Ctrl-click: range of passes. Esc clears.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Align the picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin on a room to make it larger, on rock to make a new one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a border between two floor squares, or drag along several; once more takes them away.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a corner of a square on the picture, then another in its row or column, as many squares away as the box above says.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a floor square or drag over several; a right click clears a square.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a lit square, a gap one square wide or a wall one square thick: a shut door fills it. A click on a door opens or shuts it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a square, floor or rock, and write; size and turn stand in Properties. No rule reads it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a square; a pit or trapdoor may be dragged larger. Properties say what lies below a trapdoor; owner and hidden face of a counter are chosen under Pieces.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a thing, or drag a frame round several; Shift adds. Drag to move, a room&apos;s handles to resize it; R turns, F flips, Delete takes away, a right click says what else. Alt-drag begins a frame inside a room.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click near where two sections meet: a door of the book&apos;s width is centred there. Drag along borders for one of your own width; a click on a door takes it away.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click or drag along the rim of a hazard: a player with Leap may jump from there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click the room that turns; Shift-click joins further sections to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click to lay it. R turns, F flips, arrows nudge, it snaps to neighbours (Alt: it does not).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click: what walls and borders enclose is filled with the kind of room, ground or obstacle taken last. For another, take that piece and then Fill again. Rock that floor encloses becomes a room.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Door</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag over squares: floor and all that lies on it go; a tile is lifted whole.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag the picture to move it, a corner to scale it; arrows nudge, + and − scale a little.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Erase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leap edge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing can stand here: there must be floor on both sides.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paint floor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture to trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press where the ball starts, and drag along its track.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rolling ball</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select and move</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Square door</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is floor here already: paint it, or change its kind in Properties.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turning room</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wall</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>vary</name>
    <message>
        <source>%1 and %2 swapped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in the place of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 mirrored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 moved from %2 to %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 turned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, on every side</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n dead end(s) fewer</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n dead end(s) more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n loop(s) fewer</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n loop(s) more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n square(s) fewer in pockets</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n square(s) more in pockets</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) fairer</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) fairer to a chest</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>all chests outside locked rooms placed anew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all chests placed anew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all portals outside locked rooms placed anew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all portals placed anew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chest moved from %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>chests %n step(s) farther</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>chests %n step(s) nearer</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>chests shared more evenly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>door moved from %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>end zones %n step(s) farther apart</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>end zones %n step(s) nearer</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>every side walks to every chest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>floor shared more evenly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>more open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>narrower</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>portal %1 moved from %2 to %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>portals matter less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>portals matter more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the same figures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what lies behind %1 mirrored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what lies behind %1 moved along</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what lies behind %1 turned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without portal %1 at %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without the %1 at %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without the chest at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without the way from %1 to %2 at %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>words</name>
    <message>
        <source>%1 (%2), %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 wide</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n square(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Chest at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Door at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label “%1” at %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leap edge at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Portal %1 at %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rolling ball at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Square door at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turning room</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wall at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>door %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>label “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open door</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>portal %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shut door</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>track of a rolling ball</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wall %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
