import type { Element, ElementContent, Root } from "hast";
import { CLOSE, OPEN } from "./citations";

const MARK = new RegExp(`${OPEN}(\\d+)${CLOSE}`, "g");

/** rehype: the marks of citations become elements `cite` with their number, wherever a text stands. */
export function citationMarks() {
  return (tree: Root) => walk(tree);
}

function walk(parent: Root | Element): void {
  parent.children = parent.children.flatMap((child): ElementContent[] => {
    if (child.type === "element") walk(child);
    return child.type === "text" ? pieces(child.value) : [child as ElementContent];
  });
}

function pieces(text: string): ElementContent[] {
  const found: ElementContent[] = [];
  let end = 0;
  for (const match of text.matchAll(MARK)) {
    if (match.index > end) found.push({ type: "text", value: text.slice(end, match.index) });
    found.push({ type: "element", tagName: "cite", properties: { title: match[1] ?? "" }, children: [] });
    end = match.index + match[0].length;
  }
  if (end < text.length || found.length === 0) found.push({ type: "text", value: text.slice(end) });
  return found;
}
