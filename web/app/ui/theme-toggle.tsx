import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'

/** Light or dark. CSS decides which icon shows, so that the server needs not know. */
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
