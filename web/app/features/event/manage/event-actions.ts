/** What people do to an event, in words. */
export const EVENT_ACTION_WORDS: Readonly<Record<string, string>> = {
  'event.created': 'Criou o evento',
  'event.duplicated': 'Duplicou o evento',
  'event.deleted': 'Apagou o evento',
  'event.updated': 'Editou o evento',
  'event.status_changed': 'Mudou a situação do evento',
  'event.preview_created': 'Criou o link de prévia',
  'event.preview_removed': 'Desfez o link de prévia',
  'event.waiting_room_changed': 'Mudou a sala de espera do evento',
  'event.producer_added': 'Relacionou um realizador ao evento',
  'event.producer_removed': 'Tirou um realizador do evento',
  'event.new_date_named': 'Anunciou a nova data do evento',
  'event.participants_exported': 'Exportou os participantes',
  'event.answer_files_exported': 'Baixou os anexos das respostas',
  'event.export_preset_saved': 'Guardou um modelo de exportação',
  'event.export_preset_removed': 'Apagou um modelo de exportação',
}
