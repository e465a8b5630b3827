import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'

/** Switches between light and dark. CSS decides which icon is shown, because the server does not know the scheme. */
export function ThemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const toggle = () => {
    const isDark = document.documentElement.dataset.mantineColorScheme === 'dark'
    setColorScheme(isDark ? 'light' : 'dark')
  }
  return (
    <ActionIcon color="gray" onClick={toggle} aria-label="Alternar entre tema claro e escuro">
      <IconMoon size={22} className="mantine-dark-hidden" aria-hidden />
      <IconSun size={22} className="mantine-light-hidden" aria-hidden />
    </ActionIcon>
  )
}
