import { useRef, useState } from 'react'
import type { Session } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { IconChevronDown } from '#web/ui/icons.tsx'
import { preload, useLoaded } from '#web/ui/use-loaded.ts'

const loadMenu = () => import('./user-menu.tsx').then((module) => module.UserMenu)
const preloadMenu = preload(loadMenu)

const MENU = 'menu-da-conta'

export function UserButton({ session, className }: { session: Session; className?: string }) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const Menu = useLoaded(open, loadMenu)
  return (
    <>
      <Button
        ref={opener}
        id={`${MENU}-target`}
        variant="default"
        className={className}
        end={<IconChevronDown size={18} aria-hidden />}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={preloadMenu}
        onFocus={preloadMenu}
        onClick={() => setOpen(!open)}
      >
        {session.user.name.split(' ')[0]}
      </Button>
      {Menu && (
        <Menu id={MENU} session={session} opener={opener} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
