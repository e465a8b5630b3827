import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { getMyAnswerFile } from '#contract/registration.ts'
import { apiFile, failureMessage } from '../../api.ts'
import { saveFile } from '../../ui/save-file.ts'
import { showToast } from '../../ui/toast.ts'

interface AnswerFileButtonProps {
  registrationId: number
  questionnaireId: number
  kind: 'pdf' | 'jpg'
}

/** The file sent with an answer, as a download: only a signed-in person's own. */
export function AnswerFileButton({ registrationId, questionnaireId, kind }: AnswerFileButtonProps) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const file = await apiFile(getMyAnswerFile, { params: { id: registrationId, questionnaireId } })
      saveFile(file, `anexo-${registrationId}.${kind}`)
    } catch (failure) {
      showToast('error', failureMessage(failure, 'Erro ao baixar o anexo.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="subtle"
      leftSection={<IconDownload size={20} aria-hidden />}
      loading={busy}
      onClick={download}
    >
      Baixar anexo
    </Button>
  )
}
