import { Menu } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { IconLogout, IconSwitchHorizontal, IconUser } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { Link } from 'react-router'
import { profilePath } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { signOut } from '#web/session/sign-out.ts'
import { Mantine } from '#web/ui/mantine.tsx'
import { OpenerAnchor } from '#web/ui/opener-anchor.tsx'
import { roleLinks } from './role-links.ts'

interface UserMenuProps {
  session: Session
  /** HTML id of the menu. The id of its button is this id followed by `-target`. */
  id: string
  opener: RefObject<HTMLElement | null>
  open: boolean
  onClose: () => void
}

export function UserMenu({ session, id, opener, open, onClose }: UserMenuProps) {
  // Renders closed first: the menu remembers the focused element when `opened` changes to true.
  const isMounted = useMounted()
  return (
    <Mantine>
      <Menu
        id={id}
        opened={open && isMounted}
        onChange={(opened) => !opened && onClose()}
        position="bottom-end"
        width={220}
      >
        <Menu.Target>
          <OpenerAnchor opener={opener} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={profilePath(session.roles)}
            leftSection={<IconUser size={20} aria-hidden />}
          >
            Perfil
          </Menu.Item>
          {roleLinks(session).map(({ role, to, label }) => (
            <Menu.Item
              key={role}
              component={Link}
              to={to}
              leftSection={<IconSwitchHorizontal size={20} aria-hidden />}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Item onClick={signOut} leftSection={<IconLogout size={20} aria-hidden />}>
            Sair
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Mantine>
  )
}
