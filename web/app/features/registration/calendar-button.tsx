import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { getMyRegistrationCalendar } from '#contract/registration.ts'
import { apiFile, failureMessage } from '../../api.ts'
import { saveFile } from '../../ui/save-file.ts'
import { showToast } from '../../ui/toast.ts'

/** The race as a calendar entry (.ics). */
export function CalendarButton({ id }: { id: number }) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveFile(await apiFile(getMyRegistrationCalendar, { params: { id } }), 'corrida.ics')
    } catch (failure) {
      showToast('error', failureMessage(failure, 'Erro ao gerar o arquivo de calendário.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconCalendarPlus size={20} aria-hidden />}
      loading={busy}
      onClick={download}
    >
      Adicionar ao calendário
    </Button>
  )
}
