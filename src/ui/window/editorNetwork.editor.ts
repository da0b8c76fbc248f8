import * as vscode from 'vscode';
import type { Network } from '../../network/network';
import { networkOf } from '../../client/network';

/** How this window reaches remote servers. */
export function editorNetwork(): Network {
  const http = vscode.workspace.getConfiguration('http');
  return networkOf(process.env, {
    proxy: http.get('proxy'),
    noProxy: http.get('noProxy'),
    proxySupport: http.get('proxySupport'),
    systemCertificates: http.get('systemCertificates'),
    proxyStrictSSL: http.get('proxyStrictSSL'),
  });
}
