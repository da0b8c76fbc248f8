/** Where the tricks are described. Nothing of their wording is used here. */
export const sources = {
  invariantPoisoning: 'Invariant Labs: MCP Security Notification: Tool Poisoning Attacks (2025-04)',
  invariantWhatsApp:
    'Invariant Labs: WhatsApp MCP Exploited: Exfiltrating your message history via MCP (2025-04)',
  trailLineJumping:
    'Trail of Bits: Jumping the line: How MCP servers can attack you before you ever use them (2025-04)',
  trailHistory: 'Trail of Bits: How MCP servers can steal your conversation history (2025-04)',
  trailAnsi: 'Trail of Bits: Deceiving users with ANSI terminal codes in MCP (2025-04)',
  willison:
    'Simon Willison: Model Context Protocol has prompt injection security problems (2025-04)',
  cyberArk: 'CyberArk: Poison everywhere: No output from your MCP server is safe (2025-05)',
  hiddenLayer: 'HiddenLayer: Exploiting MCP Tool Parameters (2025-05)',
  rehbergerServers:
    'Johann Rehberger: MCP: Untrusted Servers and Confused Clients, Plus a Sneaky Exploit (2025-05)',
  rehbergerTags: 'Johann Rehberger: ASCII Smuggler, hidden prompts in Unicode tags (2024-01)',
  rehbergerYolo:
    'Johann Rehberger: GitHub Copilot: Remote Code Execution via Prompt Injection, CVE-2025-53773 (2025-08)',
  elastic:
    'Elastic Security Labs: MCP Tools: Attack Vectors and Defense Recommendations for Autonomous Agents (2025-09)',
  owasp: 'OWASP: MCP Top 10, MCP03 Tool Poisoning (2025)',
  owaspContext: 'OWASP: MCP Top 10, MCP10 Context Injection and Over-Sharing (2025)',
  mcpTox: 'MCPTox: A Benchmark for Tool Poisoning Attack on Real-World MCP Servers (2025)',
  mpma: 'MPMA: Preference Manipulation Attack Against Model Context Protocol (2025)',
  msb: 'Zhang et al.: MCP Security Bench: Benchmarking Attacks Against MCP in LLM Agents (2025)',
  mcpSecBench: 'MCPSecBench: chat history in the parameter notes (2025); rule ATR-2026-01300',
  safeMcp: 'SAFE-MCP: SAFE-T1001 Tool Poisoning Attack (2025)',
  safeMcpSchema: 'SAFE-MCP: SAF-T1501 Full-Schema Poisoning (2025)',
  logToLeak:
    'Log-To-Leak: Prompt Injection Attacks on Tool-Using LLM Agents via Model Context Protocol (2025)',
  postmark: 'Koi Security: the server postmark-mcp and its blind copies (2025-09)',
  perez: 'Perez, Ribeiro: Ignore Previous Prompt: Attack Techniques For Language Models (2022)',
  greshake:
    "Greshake et al.: Not what you've signed up for: Compromising LLM-Integrated Applications (2023)",
  templates: 'ChatInject: Abusing Chat Templates for Prompt Injection in LLM Agents (2025)',
  jailbroken: 'Wei et al.: Jailbroken: How Does LLM Safety Training Fail? (2023)',
  multilingual: 'Deng et al.: Multilingual Jailbreak Challenges in Large Language Models (2023)',
  echoLeak:
    'Reddy, Gujral: EchoLeak: The First Real-World Zero-Click Prompt Injection Exploit (2025)',
  rulesBackdoor: 'Pillar Security: Rules File Backdoor (2025-03)',
  trojanSource: 'Boucher, Anderson: Trojan Source: Invisible Vulnerabilities (2021)',
  badCharacters: 'Boucher et al.: Bad Characters: Imperceptible NLP Attacks (2021)',
  emoji: 'Paul Butler: Smuggling arbitrary data through an emoji (2025-02)',
  sampling: 'Unit 42: New Prompt Injection Attack Vectors Through MCP Sampling (2025-12)',
  overthinking:
    'Lee et al.: Overthinking Loops in Agents: A Structural Risk via MCP Tools (2026-02)',
  agentsFile: 'Inkog: The AGENTS.md Supply Chain Attack (2026)',
  spAIware: 'Johann Rehberger: Spyware Injection Into Long-Term Memory, SpAIware (2024-09)',
  dns: 'Johann Rehberger: Claude Code: Data Exfiltration with DNS, CVE-2025-55284 (2025-08)',
  slopsquatting:
    'Spracklen et al.: We Have a Package for You! Package Hallucinations by Code Generating LLMs (2024)',
  splitting: 'Kang et al.: Exploiting Programmatic Behavior of LLMs, payload splitting (2023)',
  manyShot: 'Anil et al.: Many-shot Jailbreaking (2024)',
  lowResource: 'Yong et al.: Low-Resource Languages Jailbreak GPT-4 (2023)',
  owaspAgents:
    'OWASP: Top 10 for Agentic Applications, ASI09 Human-Agent Trust Exploitation (2025-12)',
  crossServer: 'Elena Cross: Cross-Server Tool Shadowing (2025-04)',
  landscape:
    'Hou et al.: Model Context Protocol: Landscape, Security Threats, and Future Research Directions (2025-03)',
  descriptors:
    'Jamshidi et al.: Semantic Attacks on Tool-Augmented LLMs: Descriptor-Level Manipulation (2025-12)',
  registryAudit: 'Fetchgate: We Probed Every Remote Server in the Official MCP Registry (2026-08)',
  confusables: 'Unicode Technical Standard 39: Unicode Security Mechanisms',
} as const;
