import { useParams } from "wouter";
import { TraceList } from "./TraceList";
import { TraceView } from "./TraceView";

export default function Traces() {
  const { trace } = useParams<{ trace?: string }>();
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex min-h-full flex-col gap-5 p-4 md:p-6">
        {trace ? <TraceView key={trace} id={trace} /> : <TraceList />}
      </div>
    </div>
  );
}
