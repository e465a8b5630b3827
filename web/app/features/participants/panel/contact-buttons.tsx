import { Button } from '@mantine/core'
import { IconBrandWhatsapp, IconMail, IconPhone } from '@tabler/icons-react'
import type { RegistrationPanel } from '#contract/participant-panel.ts'
import { chatUrl } from '../../../ui/chat-link.ts'
import classes from './panel.module.css'

/** Ways to reach the person; who was registered by somebody else without an e-mail is reached at the buyer's. */
export function ContactButtons({
  registration: { participant, person, buyer },
}: {
  registration: RegistrationPanel
}) {
  const email = person.email ?? buyer.email
  const phone = participant.phone || buyer.phone
  return (
    <div className={classes.contact}>
      {phone && (
        <>
          <Button
            component="a"
            href={chatUrl(phone)}
            target="_blank"
            rel="noopener"
            variant="default"
            leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
          >
            WhatsApp
          </Button>
          <Button
            component="a"
            href={`tel:+55${phone}`}
            variant="default"
            leftSection={<IconPhone size={20} aria-hidden />}
          >
            Ligar
          </Button>
        </>
      )}
      <Button
        component="a"
        href={`mailto:${email}`}
        variant="default"
        leftSection={<IconMail size={20} aria-hidden />}
      >
        E-mail
      </Button>
    </div>
  )
}
