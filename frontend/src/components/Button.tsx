import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, Ref } from "react";

export type ButtonKind = "primary" | "plain" | "quiet" | "danger";

const KINDS: Record<ButtonKind, string> = {
  primary: "bg-accent text-on-accent border border-accent hover:bg-accent-strong hover:border-accent-strong",
  plain: "border border-control bg-raised hover:bg-sunken",
  quiet: "border border-transparent text-muted hover:bg-sunken hover:text-ink",
  danger: "border border-bad text-bad bg-raised hover:bg-sunken",
};

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind;
  icon?: LucideIcon;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ kind = "plain", icon: Icon, className = "", children, ...rest }: Props) {
  return (
    <button
      type="button"
      className={`motion inline-flex min-h-9 items-center justify-center gap-2 rounded-md px-3 text-meta font-semibold whitespace-nowrap disabled:opacity-50 ${KINDS[kind]} ${className}`}
      {...rest}
    >
      {Icon && <Icon size={16} aria-hidden />}
      {children}
    </button>
  );
}

interface IconProps extends Omit<Props, "children" | "icon"> {
  icon: LucideIcon;
  /** Said by screen readers and shown as a tip. */
  label: string;
}

/** A button that is a picture alone; it needs its word all the same. */
export function IconButton({ icon: Icon, label, kind = "quiet", className = "", ...rest }: IconProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`motion inline-flex size-9 shrink-0 items-center justify-center rounded-md disabled:opacity-50 ${KINDS[kind]} ${className}`}
      {...rest}
    >
      <Icon size={18} aria-hidden />
    </button>
  );
}
