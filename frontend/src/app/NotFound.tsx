import { Link } from "wouter";
import { EmptyState } from "@/components/States";
import { useText } from "@/i18n";
import { text } from "./text";

export function NotFound() {
  const words = useText(text);
  return (
    <EmptyState title={words.notFound} hint={words.notFoundHint}>
      <Link href="/" className="font-semibold text-accent underline underline-offset-4">
        {words.toAsk}
      </Link>
    </EmptyState>
  );
}
