import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef } from "react";

interface Props<Item> {
  label: string;
  items: readonly Item[];
  itemKey: (item: Item) => string;
  children: (item: Item, index: number) => ReactNode;
  /** Pixels that an item may have; it is measured when it is drawn. */
  estimate: number;
  /** Index that must be in view. */
  at?: number;
  /** Where it comes to stand: wherever it is seen with the least movement, or at the top. */
  align?: "auto" | "start";
  className?: string;
  onEnd?: () => void;
}

/** A list of any length; items of any height, drawn only where they are seen. */
export function VirtualList<Item>({
  label,
  items,
  itemKey,
  children,
  estimate,
  at,
  align = "auto",
  className = "",
  onEnd,
}: Props<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : itemKey(item);
    },
    overscan: 6,
    onChange: (instance) => {
      const last = instance.getVirtualItems().at(-1);
      if (onEnd && last && last.index >= items.length - 1) onEnd();
    },
  });
  useEffect(() => {
    if (at !== undefined && at >= 0) virtual.scrollToIndex(at, { align });
  }, [at, align, virtual]);
  const drawn = virtual.getVirtualItems();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <div ref={scroller} className={`min-h-0 overflow-y-auto ${className}`} tabIndex={0}>
      <ul aria-label={label} className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {drawn.map((row) => {
          const item = items[row.index];
          if (item === undefined) return null;
          return (
            <li
              key={row.key}
              ref={virtual.measureElement}
              data-index={row.index}
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {children(item, row.index)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
