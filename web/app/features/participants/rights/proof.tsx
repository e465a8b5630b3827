import { Skeleton } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { RightClaim } from '#contract/participants/right-claim.ts'
import { failureMessage } from '#web/api/api.ts'
import { DownloadButton, documentName } from '#web/api/download-button.tsx'
import { loadProof } from './queries.ts'
import classes from './rights.module.css'

interface ProofProps {
  registrationId: number
  claim: RightClaim
}

export const ProofButton = ({ registrationId, claim }: ProofProps) => (
  <DownloadButton
    size="sm"
    icon={IconPaperclip}
    load={() => loadProof(registrationId, claim.right_rule_id)}
    fileName={documentName(`comprovante-${registrationId}`)}
    failure="Erro ao baixar o arquivo."
  >
    Baixar comprovante
  </DownloadButton>
)

/** A picture is shown; a PDF may contain scripts and is only downloaded. */
export function Proof({ registrationId, claim }: ProofProps) {
  if (!claim.proof) return <p className={classes.minor}>Nenhum comprovante foi enviado.</p>
  return (
    <>
      {claim.proof === 'jpg' && <ProofPicture registrationId={registrationId} claim={claim} />}
      <ProofButton registrationId={registrationId} claim={claim} />
    </>
  )
}

function ProofPicture({ registrationId, claim }: ProofProps) {
  const { right_rule_id: ruleId, version } = claim
  const { data, error } = useQuery({
    queryKey: ['right-proof', registrationId, ruleId, version],
    queryFn: () => loadProof(registrationId, ruleId),
    staleTime: Number.POSITIVE_INFINITY,
    // Documents do not stay in memory.
    gcTime: 0,
  })
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  if (error) return <p role="alert">{failureMessage(error, 'Erro ao abrir o comprovante.')}</p>
  return url ? (
    <img className={classes.proof} src={url} alt={`Comprovante: ${claim.proof_name ?? claim.name}`} />
  ) : (
    <Skeleton height={320} />
  )
}
