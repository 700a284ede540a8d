(() => {
  const broken = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const ruler = document.body.appendChild(document.createElement("span"));
  ruler.style.cssText = "position: absolute; visibility: hidden; white-space: pre";
  const widthOf = (word, element) => {
    const look = getComputedStyle(element);
    ruler.style.font = look.font;
    ruler.textContent = word;
    return ruler.getBoundingClientRect().width;
  };
  const roomOf = (element) => { // a frame and its padding take 30 pixels
    const part = element.closest("header, section, main, .panel") ?? document.body, look = getComputedStyle(part);
    return part.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight) - 30;
  };
  for (let node; (node = walker.nextNode());) {
    const element = node.parentElement;
    if (!element.checkVisibility() || element === ruler || element.closest("svg, script, style")) continue;
    for (const found of node.data.matchAll(/[^\s\-\u2013\u2014\/\u2026]+/g)) {
      const range = document.createRange();
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      const lines = new Set([...range.getClientRects()].filter((box) => box.width).map((box) => Math.round(box.top)));
      if (lines.size > 1 && widthOf(found[0], element) <= roomOf(element)) broken.push(found[0]);
    }
  }
  ruler.remove();
  return broken;
})()
