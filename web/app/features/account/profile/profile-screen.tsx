import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recordFailure } from '../../../query-failure.ts'
import type { Session } from '../../../session.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { EmailChangedDialog } from './email-changed-dialog.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { ProfileView } from './profile-view.tsx'
import { profileQuery } from './queries.ts'

/** The person's own data: to look at and, in a second mode, to change. */
export function ProfileScreen({ session }: { session: Session }) {
  const [editing, setEditing] = useState(false)
  const [asked, setAsked] = useState<string | null>(null)
  const profile = useQuery(profileQuery(session.user.id))
  const failure = recordFailure(profile)

  if (failure) {
    return <ErrorState {...failure} />
  }
  if (!profile.data) return <ProfileSkeleton />
  return (
    <>
      {editing ? (
        <ProfileForm
          profile={profile.data}
          onDone={({ pending_email, email_changed }) => {
            setEditing(false)
            if (email_changed) setAsked(pending_email)
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <ProfileView session={session} profile={profile.data} onEdit={() => setEditing(true)} />
      )}
      <EmailChangedDialog email={profile.data.email} pendingEmail={asked} />
    </>
  )
}
