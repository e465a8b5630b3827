import { IconMessageFilled } from '@tabler/icons-react'
import { chatUrl } from '../ui/chat-link.ts'
import { menuButtonClass } from '../ui/menu-list.tsx'

/** Opens a chat with the company: the last entry of a menu. */
export function ChatEntry({ phone }: { phone: string }) {
  return (
    <li>
      <a href={chatUrl(phone)} target="_blank" rel="noreferrer" className={menuButtonClass}>
        <IconMessageFilled size={22} aria-hidden />
        Fale conosco
      </a>
    </li>
  )
}
