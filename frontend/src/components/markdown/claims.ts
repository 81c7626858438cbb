import type { Element, ElementContent, Root, Text } from "hast";

/** A claim in a Markdown text: UTF-16 offsets of the source. */
export interface Span {
  index: number;
  start: number;
  end: number;
  /** It goes on in the next block. */
  goesOn?: boolean;
}

/** Claims of each block, with offsets from where the block begins. */
export function spansOf(blocks: readonly string[], claims: readonly Span[]): readonly (readonly Span[])[] {
  let from = 0;
  return blocks.map((block) => {
    const to = from + block.length;
    const own = claims
      .filter((claim) => claim.start < to && claim.end > from)
      .map((claim) => ({
        index: claim.index,
        start: Math.max(0, claim.start - from),
        end: Math.min(block.length, claim.end - from),
        goesOn: claim.end > to,
      }));
    from = to;
    return own.length > 0 ? own : NONE;
  });
}

export const NONE: readonly Span[] = [];

/**
 * rehype: text of claims becomes elements `mark` with the number of the claim, whatever emphasis, list or table it
 * stands in. The source stays as it is, so a mark can change nothing of how it reads. The last piece of a claim
 * has `dataLast`.
 */
export function claimMarks({ spans }: { spans: readonly Span[] }) {
  return (tree: Root, file: { toString: () => string }) => {
    if (spans.length === 0) return;
    const source = String(file);
    const last = new Map<number, Element>();
    const walk = (parent: Root | Element): void => {
      parent.children = parent.children.flatMap((child): ElementContent[] => {
        if (child.type === "element") walk(child);
        return child.type === "text" ? cut(child, source, spans, last) : [child as ElementContent];
      });
    };
    walk(tree);
    for (const span of spans) {
      const piece = last.get(span.index);
      if (piece && !span.goesOn) piece.properties.dataLast = "true";
    }
  };
}

function cut(
  node: Text,
  source: string,
  spans: readonly Span[],
  last: Map<number, Element>,
): ElementContent[] {
  const from = node.position?.start.offset;
  const to = node.position?.end.offset;
  if (from === undefined || to === undefined || !node.value.trim()) return [node];
  const shift = source.slice(from, to).indexOf(node.value);
  const found: ElementContent[] = [];
  let done = 0;
  const put = (end: number, index: number | null) => {
    const value = node.value.slice(done, end);
    done = end;
    if (!value) return;
    if (index === null || !value.trim()) {
      found.push({ type: "text", value });
      return;
    }
    const piece: Element = {
      type: "element",
      tagName: "mark",
      properties: { title: String(index) },
      children: [{ type: "text", value }],
    };
    last.set(index, piece);
    found.push(piece);
  };
  for (const span of spans) {
    if (shift < 0) {
      // An entity or escape stands in it: it belongs to whichever claim holds most of it.
      const shared = Math.min(span.end, to) - Math.max(span.start, from);
      if (shared * 2 >= to - from) put(node.value.length, span.index);
      continue;
    }
    const start = Math.max(done, span.start - from - shift);
    const end = Math.min(node.value.length, span.end - from - shift);
    if (start >= end) continue;
    put(start, null);
    put(end, span.index);
  }
  put(node.value.length, null);
  return found;
}
