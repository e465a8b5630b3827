import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { inviteParticipant } from '#contract/people/confirmation.ts'
import { api } from '#web/api/api.ts'
import { ConfirmationStatus } from '#web/features/people/confirmation/invitation.tsx'
import classes from '#web/features/registration/details.module.css'

interface ConfirmationSectionProps {
  id: number
  participant: MyRegistration['participant']
  confirmation: NonNullable<MyRegistration['confirmation']>
}

export const ConfirmationSection = ({ id, participant, confirmation }: ConfirmationSectionProps) => (
  <section className={classes.section} aria-labelledby="confirmation-title">
    <h2 id="confirmation-title">Confirmação do participante</h2>
    <div className={classes.choice}>
      <ConfirmationStatus
        name={participant.name}
        state={confirmation}
        invite={async () => (await api(inviteParticipant, { params: { id } })).data}
      />
    </div>
  </section>
)
