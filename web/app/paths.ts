/** All paths of the site. `routes.ts` maps them to screens; links fill in the parameter with `pathTo`. */

export const HOME_PATH = '/'
/** The races of the home page's list on a map. It reads the same parameters. */
export const RACE_MAP_PATH = '/mapa'
export const LOGIN_PATH = '/login'
/** Asks for a link by e-mail, and is its target. */
export const LOGIN_LINK_PATH = '/entrar-com-link'
export const FORGOT_PASSWORD_PATH = '/recuperar-senha'
export const RESET_PASSWORD_PATH = '/redefinir-senha'
export const UNDO_EMAIL_CHANGE_PATH = '/desfazer-email'
export const SIGN_UP_PATH = '/register'
export const EVENT_PATH = '/events/:slug'
/** The preview of a draft, which requires its secret token. */
export const EVENT_PREVIEW_PATH = '/previa/:token'
export const EVENT_CALENDAR_PATH = '/events/:slug/calendario.ics'
/** The parameter is the organizer's slug, which ends in its id. */
export const ORGANIZATION_PATH = '/organizacoes/:organizer'
export const WIZARD_PATH = '/register/event'
export const ORDER_PLACED_PATH = '/confirmacao-pagamento'
/** The page of one payment, which requires its secret token. */
export const PAYMENT_PATH = '/pagamento/:token'
/** The invitation to a group, which requires its secret token. */
export const GROUP_INVITATION_PATH = '/grupo/:token'
/** Where a participant whom somebody else registered confirms. */
export const CONFIRM_PATH = '/confirmar-inscricao'
export const TRANSFER_PATH = '/receber-inscricao'
/** Where a guardian, or a participant of 16 or 17, signs. */
export const AUTHORIZE_PATH = '/autorizar-menor'
export const DISOWN_PATH = '/nao-sou-eu'
/** The target of an invitation's link when the address has an account already. */
export const INVITATION_PATH = '/convite'
export const EMAIL_VERIFICATION_PATH = '/confirmacao-email'
export const PRIVACY_PATH = '/privacidade'

export const ROLE_HOME_PATH = '/pagina-inicial'
/** Query parameter of that path: the role to switch to. */
export const ROLE_PARAM = 'papel'
export const PROFILE_PATH = '/participante/perfil'
export const ACCOUNT_PATH = '/minha-conta'
export const BECOME_RUNNER_PATH = '/minha-conta/corredor'
export const MY_EVENTS_PATH = '/participante/eventos'
export const MY_REGISTRATION_PATH = '/participante/inscricoes/:id'
export const RECEIPT_PATH = '/participante/inscricoes/:id/comprovante'
export const MY_GROUPS_PATH = '/participante/grupos'
export const GROUP_PATH = '/participante/grupos/:id'

export const ADMIN_HOME_PATH = '/admin/pagina-inicial'
export const ORGANIZER_HOME_PATH = '/organizador/pagina-inicial'
export const ENTERPRISE_HOME_PATH = '/empresa/pagina-inicial'

export const ALL_EVENTS_PATH = '/admin/eventos'
export const ALL_EVENTS_ENGLISH_PATH = '/admin/events'
export const ANY_EVENT_PARTICIPANTS_PATH = '/event/participants/:id'
export const EVENTS_PATH = '/organizador/eventos'
export const PRODUCER_EVENTS_PATH = '/realizador/eventos'
/** The id 'novo' opens a new event. */
export const MANAGE_EVENT_PATH = '/organizador/eventos/detalhe/:id'
export const EVENT_HISTORY_PATH = '/organizador/eventos/:id/historico'
export const EVENT_PANEL_PATH = '/organizador/eventos/:id/painel'
export const EVENT_PARTICIPANTS_PATH = '/organizador/eventos/:id/participantes'
export const EVENT_REFUNDS_PATH = '/organizador/eventos/:id/devolucoes'
export const EVENT_RIGHTS_PATH = '/organizador/eventos/:id/direitos'
export const EVENT_RIGHTS_REPORT_PATH = '/organizador/eventos/:id/direitos/relatorio'
export const EVENT_PRODUCERS_PATH = '/organizador/eventos/:id/realizadores'
export const REGISTRATION_EDIT_PATH = '/organizador/evento/participante/editar/:id'
export const REGISTRATION_PATH = '/organizador/inscricoes/:id'
export const PRODUCERS_PATH = '/organizador/realizadores'
export const NEW_PRODUCER_PATH = '/organizador/realizadores/novo'
/** Shows the same screen: the specification names both paths. */
export const NEW_PRODUCER_DETAIL_PATH = '/organizador/realizadores/detalhe/novo'
export const PRODUCER_PATH = '/organizador/realizadores/detalhe/:id'
export const PERMISSIONS_PATH = '/organizador/realizador/permissao/:id'
export const ORGANIZER_PROFILE_PATH = '/organizador/minha-organizacao'
export const FEES_PATH = '/organizador/taxas'
export const ORGANIZER_STATEMENT_PATH = '/organizador/extrato'
export const ENTERPRISE_STATEMENT_PATH = '/empresa/extrato'
export const ORGANIZER_PAYOUTS_PATH = '/organizador/repasses'
export const ORGANIZER_REFUNDS_PATH = '/organizador/devolucoes'
export const ENTERPRISE_PAYOUTS_PATH = '/empresa/repasses'
export const DAILY_MONEY_PATH = '/empresa/movimento-diario'
export const REFUNDS_PATH = '/empresa/devolucoes'

export const JOBS_PATH = '/admin/tarefas'
export const MESSAGES_PATH = '/admin/mensagens'
export const AUDIT_PATH = '/admin/auditoria'
export const SECURITY_LOG_PATH = '/admin/seguranca'
/** The users of Admin and Empresa. The id 'novo' invites one. */
export const STAFF_PATH = '/admin/usuarios'
export const STAFF_USER_PATH = '/admin/usuarios/:id'
/** The back office's records. The id 'novo' creates one where that is allowed. */
export const ENTERPRISES_PATH = '/Empresas'
export const ENTERPRISE_PATH = '/Empresas/:id'
export const ENTERPRISE_FEES_PATH = '/Empresas/:id/taxas'
export const ORGANIZERS_PATH = '/organizadores'
export const ORGANIZER_PATH = '/organizadores/:id'
export const ACCOUNTS_PATH = '/participantes'
export const ACCOUNT_RECORD_PATH = '/participantes/:id'
/** Removes the data of the person with a CPF, with or without an account. */
export const REMOVAL_PATH = '/participantes/apagar-dados'
export const MERGE_PATH = '/participantes/:id/unificar'
export const PEOPLE_PATH = '/pessoas'
export const PERSON_PATH = '/pessoas/:id'
export const CITIES_PATH = '/cidades'
export const CITY_PATH = '/cidades/:id'

/** Fills in the path's parameter; no path has more than one. */
export const pathTo = (path: string, parameter: string | number): string =>
  path.replace(/:\w+/, String(parameter))

/** Query parameter of the editor of a new event: the id of its draft. */
export const DRAFT_PARAM = 'rascunho'

/** Query parameter that opens a record's screen in edit mode and preserves the mode across a reload. */
export const EDIT_PARAM = 'editar'
export const editPathTo = (path: string, id: number): string => `${pathTo(path, id)}?${EDIT_PARAM}`

/** The target of 'Perfil': the events page of the user's first role. */
export const profilePath = ([role]: readonly string[]): string =>
  role ? `/${role.toLowerCase()}/eventos` : HOME_PATH
