import { IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { EVENT_RIGHTS_PATH, pathTo } from '#web/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { claimsQuery } from './queries.ts'

/** With the number of claims that need a decision. */
export function RightsLink({ eventId }: { eventId: number }) {
  const open = useQuery(claimsQuery(eventId)).data?.open
  return (
    <LinkButton to={pathTo(EVENT_RIGHTS_PATH, eventId)} variant="default" icon={IconUserCheck}>
      {open ? `Direitos (${open})` : 'Direitos'}
    </LinkButton>
  )
}
