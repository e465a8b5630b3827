import { IconButton } from './button.tsx'
import { toggleColorScheme } from './color-scheme.ts'
import { IconMoon, IconSun } from './icons.tsx'

/** Switches between light and dark. CSS selects the icon, because the server does not know the scheme. */
export const ThemeToggle = () => (
  <IconButton onClick={toggleColorScheme} aria-label="Alternar entre tema claro e escuro">
    <IconMoon size={22} className="mantine-dark-hidden" aria-hidden />
    <IconSun size={22} className="mantine-light-hidden" aria-hidden />
  </IconButton>
)
