import { IconMoon, IconSun } from '@tabler/icons-react'
import { IconButton } from './button.tsx'
import { toggleColorScheme } from './color-scheme.ts'

/** Switches between light and dark. CSS decides which icon is shown, because the server does not know the scheme. */
export const ThemeToggle = () => (
  <IconButton onClick={toggleColorScheme} aria-label="Alternar entre tema claro e escuro">
    <IconMoon size={22} className="mantine-dark-hidden" aria-hidden />
    <IconSun size={22} className="mantine-light-hidden" aria-hidden />
  </IconButton>
)
