import { CopyButton } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { TextButton } from '#web/ui/text-button.tsx'

/** Copies the link that opens the event with a coupon. */
export const CopyLink = ({ link, code }: { link: string; code: string }) => (
  <CopyButton value={link}>
    {({ copied, copy }) => (
      <TextButton variant="subtle" size="compact-sm" icon={IconLink} onClick={copy}>
        {copied ? 'Copiado' : 'Copiar link'}
        <span className="sr-only"> do cupom {code}</span>
      </TextButton>
    )}
  </CopyButton>
)
