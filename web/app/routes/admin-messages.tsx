import { MessagesScreen } from '../features/backoffice/operations/messages-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Mensagens do gateway')

export default function AdminMessages() {
  return <MessagesScreen />
}
