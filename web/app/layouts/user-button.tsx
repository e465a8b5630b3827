import { useRef, useState } from 'react'
import type { Session } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { IconChevronDown } from '../ui/icons.tsx'
import { useLoaded } from '../ui/use-loaded.ts'

const loadMenu = () => import('./user-menu.tsx').then((module) => module.UserMenu)

function preloadMenu(): void {
  // A failure is ignored: opening the menu loads it again.
  loadMenu().catch(() => undefined)
}

const MENU = 'menu-da-conta'

/** The person's first name; opens their menu, whose code is loaded then. */
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
