import { IconMessageFilled } from '@tabler/icons-react'
import { chatUrl } from '#web/ui/chat-link.ts'
import { menuButtonClass } from '#web/ui/menu-list.tsx'

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
