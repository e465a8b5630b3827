import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useReturnPlace } from '../../../return-place.ts'
import type { Session } from '../../../session.ts'
import detail from '../../../ui/detail.module.css'
import { PageHeader } from '../../../ui/page-header.tsx'
import { AccessScreen } from '../profile/access-screen.tsx'
import { ProfileSkeleton } from '../profile/profile-skeleton.tsx'
import { secondFactorQuery } from '../second-factor/queries.ts'
import { SecondFactorPanel } from '../second-factor/second-factor-panel.tsx'

/** The own account, or, while nothing else is open to it, the way to turn the second factor on. */
export function MyAccountScreen({ session }: { session: Session }) {
  const factor = useQuery(secondFactorQuery)
  const place = useReturnPlace()
  const navigate = useNavigate()
  const [enrolling, setEnrolling] = useState(false)
  const due = factor.data?.required && factor.data.enabled_at === null
  // It lasts until the recovery codes were kept: they are shown after it is on.
  if (due && !enrolling) setEnrolling(true)

  if (factor.isPending) return <ProfileSkeleton />
  if (!enrolling) return <AccessScreen session={session} />
  const onEnrolled = () => {
    setEnrolling(false)
    if (place) navigate(place.to, { replace: true, state: place.state })
  }
  return (
    <>
      <PageHeader title="Minha conta" description="Falta um passo para você continuar." />
      <div className={detail.sections}>
        <SecondFactorPanel onEnrolled={onEnrolled} />
      </div>
    </>
  )
}
