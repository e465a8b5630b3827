import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useReturnPlace } from '../../../return-place.ts'
import detail from '../../../ui/detail.module.css'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SessionList } from '../profile/session-list.tsx'
import { secondFactorQuery } from '../second-factor/queries.ts'
import { SecondFactorPanel } from '../second-factor/second-factor-panel.tsx'
import { ActivityList } from './activity-list.tsx'

/** What protects one's own account, whatever the role. */
export function SecurityScreen() {
  const factor = useQuery(secondFactorQuery).data
  const place = useReturnPlace()
  const navigate = useNavigate()
  // Nothing else answers before it is on.
  const locked = factor?.required && !factor.enabled_at
  return (
    <>
      <PageHeader title="Segurança da conta" description="O que protege a sua conta além da senha." />
      <div className={detail.sections}>
        <SecondFactorPanel
          {...(place && { onEnrolled: () => navigate(place.to, { replace: true, state: place.state }) })}
        />
        {factor && !locked && (
          <>
            <SessionList />
            <ActivityList />
          </>
        )}
      </div>
    </>
  )
}
