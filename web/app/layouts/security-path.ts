/** What protects one's own account, whatever the role. */
export const SECURITY_PATH = '/seguranca'
