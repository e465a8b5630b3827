import { useNavigate } from 'react-router'
import { CAME_FROM_HERE } from '#web/navigation/use-back-target.ts'
import type { Session } from '#web/session/session.ts'
import { focusRow } from '#web/ui/row-link.tsx'
import { useLoaded } from '#web/ui/use-loaded.ts'
import { openDialogs, useShortcuts } from '#web/ui/use-shortcuts.ts'

const loadPalette = () => import('./palette.tsx').then((module) => module.Palette)
const loadHelp = () => import('./shortcuts-help.tsx').then((module) => module.ShortcutsHelp)

export type ShortcutDialog = 'palette' | 'help'

interface ShortcutsProps {
  session: Session
  /** The open dialog. */
  dialog: ShortcutDialog | null
  onDialog: (dialog: ShortcutDialog | null) => void
}

/** The keyboard shortcuts of all pages for staff. */
export function Shortcuts({ session, dialog, onDialog }: ShortcutsProps) {
  const Palette = useLoaded(dialog === 'palette', loadPalette)
  const Help = useLoaded(dialog === 'help', loadHelp)
  const navigate = useNavigate()
  const close = () => onDialog(null)
  const help = () => onDialog('help')
  const edit = () => {
    const path = document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-edit]')
      ?.dataset.edit
    if (path) navigate(path, { state: CAME_FROM_HERE })
    else topmost().querySelector<HTMLElement>('[data-edit=""]')?.click()
  }
  useShortcuts({
    'mod+k': () => onDialog('palette'),
    'mod+s': save,
    '/': () =>
      document
        .querySelector<HTMLElement>('main :is(input[type="search"], input[enterkeyhint="search"])')
        ?.focus(),
    j: () => focusRow(1),
    k: () => focusRow(-1),
    e: edit,
    '?': help,
  })
  // In the panel beside a list.
  useShortcuts({ e: edit, '?': help }, 1)
  return (
    <>
      {Palette && <Palette session={session} open={dialog === 'palette'} onClose={close} onHelp={help} />}
      {Help && <Help open={dialog === 'help'} onClose={close} />}
    </>
  )
}

const topmost = (): Element => openDialogs().at(-1) ?? document.querySelector('main') ?? document.body

/** Presses the button that saves the form with the focus, or else the only one. */
function save(): void {
  const buttons = [...topmost().querySelectorAll<HTMLButtonElement>('button[data-save]')]
  const focused = document.activeElement?.closest('form')
  const wanted =
    buttons.find(({ form }) => form !== null && form === focused) ??
    (buttons.length === 1 ? buttons[0] : null)
  wanted?.click()
}
