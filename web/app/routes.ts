import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

// Paths match case-insensitively. The order is the specification's.
export default [
  layout('layouts/public-layout.tsx', [
    index('routes/home.tsx'),
    route('login', 'routes/login.tsx'),
    route('recuperar-senha', 'routes/forgot-password.tsx'),
    route('redefinir-senha', 'routes/reset-password.tsx'),
    route('register', 'routes/account-registration.tsx'),
    route('events/:slug', 'routes/event.tsx'),
    route('events/:slug/calendario.ics', 'routes/event-calendar.ts'),
    route('register/event', 'routes/event-registration.tsx'),
    route('confirmacao-pagamento', 'routes/payment-confirmation.tsx'),
    route('confirmacao-email', 'routes/email-verification.tsx'),
    route('privacidade', 'routes/privacy.tsx'),
  ]),

  route('pagina-inicial', 'routes/role-home.tsx'),

  layout('layouts/app-layout.tsx', [
    route('participante/perfil', 'routes/profile.tsx'),
    route('participante/eventos', 'routes/my-events.tsx'),
    route('participante/inscricoes/:id', 'routes/my-registration.tsx'),
    route('participante/inscricoes/:id/comprovante', 'routes/receipt.tsx'),
    route('admin/pagina-inicial', 'routes/admin-home.tsx'),
    route('organizador/pagina-inicial', 'routes/dashboard.tsx', { id: 'organizer-dashboard' }),
    route('empresa/pagina-inicial', 'routes/company-home.tsx'),
    route('admin/events', 'routes/admin-events.tsx'),
    route('admin/eventos', 'routes/admin-events.tsx', { id: 'admin-events-in-portuguese' }),
    route('event/participants/:id', 'routes/event-participants.tsx', {
      id: 'back-office-event-participants',
    }),
    route('organizador/eventos', 'routes/organizer-events.tsx'),
    route('realizador/eventos', 'routes/organizer-events.tsx', { id: 'producer-events' }),
    route('organizador/eventos/detalhe/:id', 'routes/event-editor.tsx'),
    route('organizador/eventos/:id/historico', 'routes/event-history.tsx'),
    route('organizador/eventos/:id/participantes', 'routes/event-participants.tsx'),
    route('organizador/evento/participante/editar/:id', 'routes/registration-edit.tsx'),
    route('organizador/realizadores', 'routes/producers.tsx'),
    route('organizador/realizadores/novo', 'routes/producer.tsx', { id: 'new-producer' }),
    route('organizador/realizadores/detalhe/:id', 'routes/producer.tsx'),
    route('organizador/eventos/:id/realizadores', 'routes/event-producers.tsx'),
    route('organizador/realizador/permissao/:id', 'routes/producer-permissions.tsx'),
    route('organizador/taxas', 'routes/fees.tsx'),
    route('organizador/extrato', 'routes/organizer-statement.tsx'),
    route('empresa/extrato', 'routes/company-statement.tsx'),
    route('admin/tarefas', 'routes/admin-jobs.tsx'),
    route('admin/mensagens', 'routes/admin-messages.tsx'),
    route('admin/auditoria', 'routes/admin-audit.tsx'),
    route('Empresas', 'routes/enterprises.tsx'),
    route('Empresas/:id', 'routes/enterprise.tsx'),
    route('organizadores', 'routes/organizers.tsx'),
    route('organizadores/:id', 'routes/organizer.tsx'),
    route('participantes', 'routes/participants.tsx'),
    route('participantes/:id', 'routes/participant.tsx'),
    route('participantes/:id/unificar', 'routes/merge-participants.tsx'),
    route('pessoas', 'routes/people.tsx'),
    route('pessoas/:id', 'routes/person.tsx'),
    route('cidades', 'routes/cities.tsx'),
    route('cidades/:id', 'routes/city.tsx'),
  ]),

  // Unknown protected paths go to the role's home, unknown public ones to the front door.
  ...['participante', 'admin', 'organizador', 'realizador', 'empresa', 'event'].map((area) =>
    route(`${area}/*`, 'routes/role-home.tsx', { id: `unknown-${area}` }),
  ),
  route('*', 'routes/unknown.tsx'),
] satisfies RouteConfig
