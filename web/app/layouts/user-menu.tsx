import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconLogout, IconUser } from '@tabler/icons-react'
import { Link } from 'react-router'
import { profilePath } from '../paths.ts'
import type { Session } from '../session.ts'
import { signOut } from '../sign-out.ts'
import classes from './public-header.module.css'

/** A menu under the person's name with links to their pages and the button to sign out. */
export function UserMenu({ session }: { session: Session }) {
  return (
    <Menu position="bottom-end" width={200} withinPortal={false}>
      <Menu.Target>
        <Button
          variant="default"
          className={classes.userButton}
          rightSection={<IconChevronDown size={18} aria-hidden />}
        >
          {session.user.name.split(' ')[0]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={profilePath(session.roles)}
          leftSection={<IconUser size={20} aria-hidden />}
        >
          Perfil
        </Menu.Item>
        <Menu.Item onClick={signOut} leftSection={<IconLogout size={20} aria-hidden />}>
          Sair
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
