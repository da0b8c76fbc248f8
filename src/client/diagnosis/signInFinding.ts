import { isHttpUrl } from '../../network/urlOf';
import { passed, warned, type Finding } from './check';
import {
  firstDocument,
  issuerAddresses,
  namedResource,
  resourceAddresses,
  type MetadataOptions,
} from './metadata';

/**
 * Whether a server that wants a sign-in describes it as the specification asks (2025-11-25, authorization):
 * the resource names its authorization server, that one is who it says, and it has PKCE. Only reads.
 * `challenge`: the header `WWW-Authenticate` of the refusal.
 * @throws UserError `strayAddress`, `signInInsecure` where the server leads to what a sign-in would not go to.
 */
export async function signInFinding(
  server: URL,
  challenge: string | undefined,
  options: MetadataOptions,
): Promise<Finding> {
  const named = namedResource(challenge);
  const resource = await firstDocument(named ? [named] : resourceAddresses(server), options);
  if (!resource) return signInOfOrigin(server, options);
  const said = textOf(resource['resource']);
  if (!covers(said, server)) return warned('signInOtherResource', { resource: said });
  const servers: unknown = resource['authorization_servers'];
  const [first] = Array.isArray(servers) ? servers.map(textOf) : [];
  if (first === undefined || !isHttpUrl(first)) return warned('signInNoServer');
  return issuerFinding(first, options);
}

/** Before 2025-06-18 the authorization server was at the origin of the server itself. */
async function signInOfOrigin(server: URL, options: MetadataOptions): Promise<Finding> {
  const origin = new URL('/', server);
  const found = await firstDocument(issuerAddresses(origin), options);
  return found ? metadataFinding(server.origin, found) : warned('signInNotDescribed');
}

async function issuerFinding(issuer: string, options: MetadataOptions): Promise<Finding> {
  const found = await firstDocument(issuerAddresses(new URL(issuer)), options);
  return found ? metadataFinding(issuer, found) : warned('signInServerSilent', { issuer });
}

function metadataFinding(issuer: string, metadata: Record<string, unknown>): Finding {
  const named = textOf(metadata['issuer']);
  if (named.replace(/\/$/, '') !== issuer.replace(/\/$/, '')) {
    return warned('signInIssuerDiffers', { issuer, named });
  }
  for (const key of ['authorization_endpoint', 'token_endpoint']) {
    if (!isHttpUrl(textOf(metadata[key]))) return warned('signInEndpointMissing', { issuer, key });
  }
  const methods: unknown = metadata['code_challenge_methods_supported'];
  if (!Array.isArray(methods) || !methods.includes('S256'))
    return warned('signInNoPkce', { issuer });
  return passed('signInDescribed', { issuer });
}

/** Whether the resource that describes itself is the server, or stands above it. */
function covers(resource: string, server: URL): boolean {
  if (!isHttpUrl(resource)) return false;
  const { origin, pathname } = new URL(resource);
  const path = pathname.replace(/\/$/, '');
  const isAbove = server.pathname === path || server.pathname.startsWith(`${path}/`);
  return origin === server.origin && isAbove;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
