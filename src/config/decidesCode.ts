/**
 * Variables by which a program, loader, interpreter or package manager takes code from elsewhere. Each comes from the
 * manual of its program.
 */
const deciding = new RegExp(
  `^(?:${[
    // Loaders and shells
    'PATH|PATHEXT|LD_PRELOAD|LD_AUDIT|LD_LIBRARY_PATH|DYLD_\\w+|BASH_ENV|ENV|SHELL|COMSPEC|IFS|PROMPT_COMMAND',
    // Interpreters
    'NODE_OPTIONS|NODE_PATH|NODE_REPL_EXTERNAL_MODULE|ELECTRON_RUN_AS_NODE|BUN_OPTIONS|DENO_DIR',
    'PYTHONPATH|PYTHONHOME|PYTHONSTARTUP|PYTHONINSPECT|PYTHONUSERBASE|VIRTUAL_ENV',
    'PERL5LIB|PERL5OPT|PERLLIB|RUBYLIB|RUBYOPT|GEM_(?:HOME|PATH)|BUNDLE_GEMFILE|PHPRC|PHP_INI_SCAN_DIR',
    '_?JAVA_(?:TOOL_)?OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|DOTNET_STARTUP_HOOKS|CORECLR_\\w+|LUA_(?:PATH|INIT)\\w*',
    // Package managers
    'NPM_CONFIG_\\w+|YARN_\\w+|PNPM_\\w+|UV_\\w+|PIP_\\w+|PIPX_\\w+|CARGO_\\w+|GOPROXY|GOFLAGS|DOCKER_HOST',
    // Programs that others start
    'GIT_(?:SSH|SSH_COMMAND|EXEC_PATH|CONFIG\\w*|EDITOR|PAGER|ASKPASS|PROXY_COMMAND|TEMPLATE_DIR)|SSH_ASKPASS|EDITOR|PAGER|BROWSER',
  ].join('|')})$`,
  'i',
);

/** True if an environment variable decides which code a process runs, whatever its command is. */
export function decidesCode(name: string): boolean {
  return deciding.test(name);
}
