import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "@/components/Button";
import { EmptyState } from "@/components/States";
import { useText } from "@/i18n";
import { text } from "./text";

interface Props {
  children: ReactNode;
  /** Another value tries again: the address, so that one page's fault does not hold the others. */
  of: string;
}

/** A page that throws leaves the frame standing. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    // biome-ignore lint/suspicious/noConsole: whoever looks for the fault looks there.
    console.error(error, info.componentStack);
  }

  override componentDidUpdate(before: Props) {
    if (before.of !== this.props.of && this.state.failed) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? <Failed /> : this.props.children;
  }
}

function Failed() {
  const words = useText(text);
  return (
    <EmptyState title={words.failed} hint={words.failedHint}>
      <Button kind="primary" onClick={() => location.reload()}>
        {words.reload}
      </Button>
    </EmptyState>
  );
}
