import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { momentWords } from '#web/ui/date-time-words.ts'

interface OfferNoticeProps {
  savedAt: string
  onRecover: () => void
  onDiscard: () => void
}

/** Offers an earlier new event that never reached the server. */
export function OfferNotice({ savedAt, onRecover, onDiscard }: OfferNoticeProps) {
  return (
    <Alert color="blue" icon={<IconHistory aria-hidden />} title="Há um rascunho não salvo" mb="1.5rem">
      <Text inherit mb="0.75rem">
        Guardado neste aparelho em {momentWords(savedAt)}.
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={onRecover}>
          Recuperar rascunho
        </Button>
        <Button variant="subtle" color="gray" onClick={onDiscard}>
          Descartar
        </Button>
      </Group>
    </Alert>
  )
}

interface ResumedNoticeProps {
  /** Who made the changes and when; null if only this browser has them. */
  saved: { by: string | null; at: string } | null
  onDiscard: () => void
}

/** Says that the form shows more than the stored event. */
export function ResumedNotice({ saved, onDiscard }: ResumedNoticeProps) {
  return (
    <Alert
      color="blue"
      icon={<IconHistory aria-hidden />}
      title="Você vê mudanças ainda não salvas"
      mb="1.5rem"
    >
      <Text inherit mb="0.75rem">
        {saved
          ? `Rascunho de ${saved.by ?? 'outra pessoa'}, de ${momentWords(saved.at)}.`
          : 'Estavam guardadas neste aparelho.'}{' '}
        Elas só valem depois de salvar o evento.
      </Text>
      <Button variant="default" onClick={onDiscard}>
        Descartar mudanças
      </Button>
    </Alert>
  )
}
