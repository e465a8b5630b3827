import { chatUrl } from '#web/ui/chat-link.ts'
import { IconMessageFilled } from '#web/ui/icons.tsx'
import classes from './chat-button.module.css'

interface ChatProps {
  phone: string
}

/** In the margin of the page, or in the header when the margin is too narrow. */
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
