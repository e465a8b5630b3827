import { Button } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { exportMyData } from '#contract/account.ts'
import { apiFile, failureMessage } from '../../../api.ts'
import { FormSection } from '../../../ui/form-section.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { showToast } from '../../../ui/toast.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import classes from './my-data-panel.module.css'

/** Taking one's data along, and leaving (LGPD art. 18). */
export function MyDataPanel() {
  const [leaving, setLeaving] = useState(false)
  const download = useMutation({
    mutationFn: () => apiFile(exportMyData),
    onSuccess: (file) => saveFile(file, 'largada-meus-dados.json'),
    onError: (reason) => showToast('error', failureMessage(reason, 'Erro ao baixar os dados.')),
  })
  return (
    <FormSection title="Seus dados" description="Eles são seus: leve uma cópia ou vá embora quando quiser.">
      <div className={classes.choice}>
        <p>
          Um arquivo com tudo o que guardamos sobre você: cadastro, inscrições, pagamentos e consentimentos.
        </p>
        <Button
          variant="default"
          leftSection={<IconDownload size={20} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Baixar meus dados
        </Button>
      </div>
      <div className={classes.choice}>
        <p>
          Apaga os seus dados pessoais de forma definitiva. Registros de pagamento ficam, sem identificar
          você.
        </p>
        <Button
          variant="light"
          color="red"
          leftSection={<IconTrash size={20} aria-hidden />}
          onClick={() => setLeaving(true)}
        >
          Excluir minha conta
        </Button>
      </div>
      <DeleteAccountDialog open={leaving} onClose={() => setLeaving(false)} />
    </FormSection>
  )
}
