// Before the first paint: theme and language as chosen, so that nothing flashes. Keys as in src/app/prefs.ts.
try {
  const prefs = JSON.parse(localStorage.getItem("pincite.prefs") ?? "{}");
  const root = document.documentElement;
  if (prefs.theme === "light" || prefs.theme === "dark") root.dataset.theme = prefs.theme;
  if (prefs.language) root.lang = prefs.language;
} catch {
  // Storage may be forbidden; the page then follows the system.
}
