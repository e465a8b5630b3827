import { JobsScreen } from '../features/backoffice/operations/jobs-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Tarefas')

export default function AdminJobs() {
  return <JobsScreen />
}
