import { type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes, useId } from "react";

const BOX =
  "min-h-9 w-full rounded-md border border-control bg-raised px-3 text-ink placeholder:text-muted disabled:opacity-60 aria-invalid:border-bad";

interface Around {
  label: string;
  /** Below the box. */
  hint?: ReactNode;
  /** In the place of the hint, and the box is marked. */
  error?: string | undefined;
  /** The label is said and not shown. */
  bare?: boolean;
}

interface Given {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean | undefined;
}

/** Label, box and hint, tied together; `children` is the box. */
export function Labelled({
  label,
  hint,
  error,
  bare = false,
  children,
}: Around & { children: (given: Given) => ReactNode }) {
  const id = useId();
  const told = error || hint;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className={bare ? "sr-only" : "text-meta font-semibold"}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": told ? `${id}-told` : undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {told && (
        <p id={`${id}-told`} className={`text-small ${error ? "text-bad" : "text-muted"}`}>
          {told}
        </p>
      )}
    </div>
  );
}

type FieldProps = Around & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

export function Field({ label, hint, error, bare, className = "", ...rest }: FieldProps) {
  return (
    <Labelled label={label} hint={hint} error={error} bare={bare ?? false}>
      {(given) => <input className={`${BOX} ${className}`} {...given} {...rest} />}
    </Labelled>
  );
}

interface Choice<T extends string> {
  value: T;
  label: string;
}

type SelectProps<T extends string> = Around &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange" | "value"> & {
    value: T;
    choices: readonly Choice<T>[];
    onChoose: (value: T) => void;
  };

/** The select of the browser: it knows every keyboard and screen reader. */
export function Select<T extends string>({
  label,
  hint,
  error,
  bare,
  choices,
  onChoose,
  value,
  className = "",
  ...rest
}: SelectProps<T>) {
  return (
    <Labelled label={label} hint={hint} error={error} bare={bare ?? false}>
      {(given) => (
        <select
          className={`${BOX} ${className}`}
          value={value}
          onChange={(event) => {
            const chosen = choices.find((choice) => choice.value === event.target.value);
            if (chosen) onChoose(chosen.value);
          }}
          {...given}
          {...rest}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

type CheckProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & { label: string; hint?: string };

export function Check({ label, hint, ...rest }: CheckProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2">
      <input
        type="checkbox"
        id={id}
        className="mt-0.5 size-5 shrink-0 accent-accent"
        aria-describedby={hint ? `${id}-told` : undefined}
        {...rest}
      />
      <div>
        <label htmlFor={id} className="text-meta">
          {label}
        </label>
        {hint && (
          <p id={`${id}-told`} className="text-small text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
