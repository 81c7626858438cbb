import { type ComponentProps, createContext, memo, type ReactNode, useContext, useMemo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { blocks } from "./blocks";
import { claimMarks, NONE, type Span, spansOf } from "./claims";
import { citationMarks } from "./marks";
import { Picture } from "./Picture";

/** Draws citation number n of `readCitations`. */
const Citing = createContext<(index: number) => ReactNode>(() => null);

/** Draws a piece of claim number n; `last` is true of its last one. */
export type DrawClaim = (index: number, last: boolean, children: ReactNode) => ReactNode;
const Claiming = createContext<DrawClaim>((_index, _last, children) => children);

interface Props {
  /** Markdown, as `readCitations` gives it where it cites. */
  children: string;
  cite?: (index: number) => ReactNode;
  /** Claims with their places in the text; `claim` draws them. Keep the list between renders. */
  claims?: readonly Span[];
  claim?: DrawClaim;
}

/**
 * Markdown as React elements. Raw HTML is shown as the text that it is, addresses lead to http(s) and mail alone,
 * and pictures come from our own documents: whatever a document or model says, it can run and fetch nothing.
 */
export function Markdown({ children, cite, claims = NONE, claim }: Props) {
  const parts = useMemo(() => blocks(children), [children]);
  const spans = useMemo(() => spansOf(parts, claims), [parts, claims]);
  const drawn = parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a stream adds at the end; what stands keeps its place.
    <Block key={index} text={part} spans={spans[index] ?? NONE} />
  ));
  const cited = cite ? <Citing value={cite}>{drawn}</Citing> : drawn;
  return (
    <div className="flex flex-col gap-3 leading-[1.65]">
      {claim ? <Claiming value={claim}>{cited}</Claiming> : cited}
    </div>
  );
}

const Block = memo(function Block({ text, spans }: { text: string; spans: readonly Span[] }) {
  return (
    <ReactMarkdown
      remarkPlugins={[remarkGfm]}
      rehypePlugins={[[claimMarks, { spans }], citationMarks]}
      components={ELEMENTS}
    >
      {text}
    </ReactMarkdown>
  );
});

function Cite({ title }: ComponentProps<"cite">) {
  return useContext(Citing)(Number(title));
}

function Claimed({ title, last, children }: { title: string; last: boolean; children: ReactNode }) {
  return useContext(Claiming)(Number(title), last, children);
}

const ELEMENTS: Components = {
  mark: ({ title, children, node }) => (
    <Claimed title={title ?? ""} last={node?.properties.dataLast === "true"}>
      {children}
    </Claimed>
  ),
  cite: ({ title }) => <Cite {...(title ? { title } : {})} />,
  a: ({ href, children }) =>
    href && /^(https?:|mailto:)/i.test(href) ? (
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        className="text-accent underline underline-offset-4"
      >
        {children}
      </a>
    ) : (
      children
    ),
  img: ({ src, alt }) => <Picture src={typeof src === "string" ? src : ""} alt={alt ?? ""} />,
  h1: ({ children }) => <h3 className="text-xl font-semibold">{children}</h3>,
  h2: ({ children }) => <h3 className="text-lg font-semibold">{children}</h3>,
  h3: ({ children }) => <h4 className="font-semibold">{children}</h4>,
  h4: ({ children }) => <h5 className="font-semibold">{children}</h5>,
  h5: ({ children }) => <h6 className="font-semibold">{children}</h6>,
  h6: ({ children }) => <h6 className="font-semibold">{children}</h6>,
  ul: ({ children }) => <ul className="flex list-disc flex-col gap-1 pl-6">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="flex list-decimal flex-col gap-1 pl-6">
      {children}
    </ol>
  ),
  blockquote: ({ children }) => <blockquote className="border-l-2 pl-4 text-muted">{children}</blockquote>,
  hr: () => <hr className="border-line" />,
  pre: ({ children }) => (
    <pre className="overflow-x-auto rounded-md border bg-sunken p-3 font-mono text-meta">{children}</pre>
  ),
  code: ({ children }) => (
    <code className="rounded-sm bg-sunken px-1 font-mono text-[0.9em]">{children}</code>
  ),
  table: ({ children }) => (
    <div className="overflow-x-auto">
      <table className="border-collapse text-meta">{children}</table>
    </div>
  ),
  th: ({ children, style }) => (
    <th style={style} className="border bg-sunken px-3 py-1.5 text-left font-semibold">
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td style={style} className="border px-3 py-1.5 align-top">
      {children}
    </td>
  ),
};
