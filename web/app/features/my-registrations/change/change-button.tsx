import { Skeleton } from '@mantine/core'
import { IconSwitchHorizontal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getChangeOptions } from '#contract/my-registrations/change.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { api } from '#web/api/api.ts'
import { recordFailure } from '#web/api/query-failure.ts'
import { REGISTRATIONS_KEY } from '#web/features/registration/queries.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { ChangeForm } from './change-form.tsx'

export function ChangeButton({ registration }: { registration: MyRegistration }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <TextButton
        variant="default"
        fullWidth
        mt="md"
        icon={IconSwitchHorizontal}
        onClick={() => setOpen(true)}
      >
        Alterar inscrição
      </TextButton>
      <Dialog opened={open} onClose={close} title="Alterar inscrição">
        <Options registration={registration} onDone={close} />
      </Dialog>
    </>
  )
}

function Options({ registration, onDone }: { registration: MyRegistration; onDone: () => void }) {
  const { id } = registration
  const query = useQuery({
    queryKey: [...REGISTRATIONS_KEY, id, 'change'],
    queryFn: async ({ signal }) => (await api(getChangeOptions, { params: { id }, signal })).data,
    staleTime: 0,
  })
  const failure = recordFailure(query)
  if (query.data) return <ChangeForm registration={registration} options={query.data} onDone={onDone} />
  return failure ? <ErrorState {...failure} /> : <Skeleton height={320} aria-busy />
}
