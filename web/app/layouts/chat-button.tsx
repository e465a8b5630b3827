import { IconMessageCircleFilled } from '@tabler/icons-react'
import { chatUrl } from '../ui/chat-link.ts'
import classes from './chat-button.module.css'

/** A floating link that opens a chat with the company. */
export function ChatButton({ phone }: { phone: string }) {
  return (
    <aside aria-label="Ajuda">
      <a
        href={chatUrl(phone)}
        target="_blank"
        rel="noreferrer"
        className={classes.button}
        aria-label="Conversar conosco (abre em outra janela)"
      >
        <IconMessageCircleFilled size={28} aria-hidden />
      </a>
    </aside>
  )
}
