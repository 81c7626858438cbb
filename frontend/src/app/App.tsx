import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { passes } from "@/api/sse";
import { SkeletonRows } from "@/components/States";
import { ErrorBoundary } from "./ErrorBoundary";
import { Frame } from "./Frame";
import { NotFound } from "./NotFound";
import { PAGES } from "./pages";

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 2 && passes(error),
    },
  },
});

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <Frame>
        <Pages />
      </Frame>
    </QueryClientProvider>
  );
}

function Pages() {
  const [location] = useLocation();
  return (
    <ErrorBoundary of={location}>
      <Suspense fallback={<Waiting />}>
        <Switch>
          <Route path="/">
            <Redirect to={PAGES[0]?.rail?.href ?? "/"} replace />
          </Route>
          {PAGES.map(({ id, path, Content }) => (
            <Route key={id} path={path}>
              <Content />
            </Route>
          ))}
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}

function Waiting() {
  return (
    <div className="mx-auto w-full max-w-3xl p-6">
      <SkeletonRows rows={5} />
    </div>
  );
}
