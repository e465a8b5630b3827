import { chatUrl } from '../ui/chat-link.ts'
import { IconMessageFilled } from '../ui/icons.tsx'
import classes from './chat-button.module.css'

interface ChatProps {
  phone: string
}

/** Opens a chat with the company. It floats in the margin beside the page, or stands in the header where the margin is too narrow. */
export function ChatButton({ phone, place }: ChatProps & { place: 'margin' | 'header' }) {
  return (
    <a
      href={chatUrl(phone)}
      target="_blank"
      rel="noreferrer"
      className={classes[place]}
      aria-label="Conversar conosco (abre em outra janela)"
    >
      <IconMessageFilled size={place === 'margin' ? 28 : 24} aria-hidden />
    </a>
  )
}
