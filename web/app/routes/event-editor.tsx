import { EditorScreen } from '../features/event/manage/editor-screen.tsx'
import { useSession } from '../session.ts'
import { pageTitle } from '../ui/page-title.ts'
import type { Route } from './+types/event-editor'

export const meta = pageTitle('Evento')

export default function EventEditor({ params }: Route.ComponentProps) {
  const session = useSession()
  return session && <EditorScreen session={session} id={params.id} />
}
