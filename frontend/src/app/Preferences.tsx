import { access, signOut } from "@/api/access";
import { Button } from "@/components/Button";
import { Dialog } from "@/components/Dialog";
import { Check, Select } from "@/components/Field";
import { useText } from "@/i18n";
import { LANGUAGES, prefs, setPrefs, THEMES } from "./prefs";
import { useStore } from "./store";
import { text } from "./text";

/** Each in its own language: who cannot read the page must find theirs. */
const NAMES = { ko: "한국어", en: "English", zh: "简体中文" };

export function Preferences({ onClose }: { onClose: () => void }) {
  const words = useText(text);
  const { language, theme, shortcuts } = useStore(prefs);
  const { key } = useStore(access);
  const themes = { system: words.themeSystem, light: words.themeLight, dark: words.themeDark };
  return (
    <Dialog title={words.preferences} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <Select
          label={words.language}
          value={language}
          choices={LANGUAGES.map((value) => ({ value, label: NAMES[value] }))}
          onChoose={(chosen) => setPrefs({ language: chosen })}
        />
        <Select
          label={words.theme}
          value={theme}
          choices={THEMES.map((value) => ({ value, label: themes[value] }))}
          onChoose={(chosen) => setPrefs({ theme: chosen })}
        />
        <Check
          label={words.shortcuts}
          hint={words.shortcutsHint}
          checked={shortcuts}
          onChange={(event) => setPrefs({ shortcuts: event.target.checked })}
        />
        {key && (
          <div>
            <Button onClick={signOut}>{words.signOut}</Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
