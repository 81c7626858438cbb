/**
 * Cuts Markdown where a block ends, so that a stream draws its last block anew and no other. A cut is sure where a
 * blank line is followed by a line without indent, outside of a fence, that does not go on with the same list.
 *
 *     blocks("a\n\nb\n- c\n\n- d") // ["a\n\n", "b\n- c\n\n- d"]
 */
export function blocks(text: string): string[] {
  const found: string[] = [];
  let start = 0;
  let at = 0;
  let fence = "";
  let blank = false;
  let list = false;
  for (const line of text.split(/(?<=\n)/)) {
    if (fence) {
      if (line.trimStart().startsWith(fence)) fence = "";
    } else if (line.trim() === "") {
      blank = true;
      at += line.length;
      continue;
    } else {
      const goesOn = /^\s/.test(line) || (list && ITEM.test(line));
      if (blank && !goesOn) {
        found.push(text.slice(start, at));
        start = at;
        list = false;
      }
      fence = FENCE.exec(line)?.[1] ?? "";
      list ||= ITEM.test(line);
    }
    blank = false;
    at += line.length;
  }
  if (start < text.length) found.push(text.slice(start));
  return found;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ITEM = /^(?:[-*+]|\d{1,9}[.)])\s/;
