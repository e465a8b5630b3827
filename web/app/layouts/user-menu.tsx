import { Menu } from '@mantine/core'
import { IconLogout, IconSwitchHorizontal, IconUser } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { profilePath } from '../paths.ts'
import type { Session } from '../session.ts'
import { signOut } from '../sign-out.ts'
import { Mantine } from '../ui/mantine.tsx'
import { OpenerAnchor } from '../ui/opener-anchor.tsx'
import { roleLinks } from './role-links.ts'

interface UserMenuProps {
  session: Session
  /** The id of the menu; its button's is this with `-target` behind it. */
  id: string
  opener: RefObject<HTMLElement | null>
  open: boolean
  onClose: () => void
}

/** The menu under the person's name: links to their pages and the button to sign out. */
export function UserMenu({ session, id, opener, open, onClose }: UserMenuProps) {
  // Closed at first: the focused element, which gets the focus back, is noted when `opened` changes to true.
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return (
    <Mantine>
      <Menu
        id={id}
        opened={open && mounted}
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
